"""Cluster command: the hash slots for the servers of a new cluster."""

import click

from services.jobs.cluster_slots import slot_ranges


@click.command("cluster-slots")
@click.argument("servers", type=click.IntRange(3, 100))
def cluster_slots(servers: int) -> None:
    """Print the first and the last hash slot for each of SERVERS, on which a new record then lies evenly."""
    for one in slot_ranges(servers):
        click.echo(f"{one.start} {one.stop - 1}")
