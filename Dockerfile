# Stele in one container: web, worker and the embedded server. docs/guides/operations.md says how to run it.
#     docker build -t stele . && docker run -p 8000:8000 -v stele:/data stele

# A digest in place of a tag makes a build repeatable: --build-arg PYTHON=python@sha256:…
ARG PYTHON=python:3.11-slim-bookworm
ARG NODE=node:24-bookworm-slim

FROM ${PYTHON} AS packages
RUN python -m venv /venv
COPY requirements.txt .
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt

FROM ${NODE} AS pages
WORKDIR /stele
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY web web
RUN node web/esbuild.config.mjs

FROM ${PYTHON}
LABEL org.opencontainers.image.title="Stele" org.opencontainers.image.licenses="AGPL-3.0-or-later"
RUN useradd --system --uid 10001 --no-create-home stele && install -d -m 700 -o stele /data /backups
COPY --from=packages /venv /venv
WORKDIR /stele
COPY LICENSE Procfile app.py ./
COPY titles titles
COPY domain domain
COPY operations operations
COPY eventstore eventstore
COPY replay replay
COPY verify verify
COPY audit audit
COPY ai ai
COPY services services
COPY api api
COPY sdk sdk
COPY stele stele
COPY bin bin
COPY web web
COPY --from=pages /stele/web/dist web/dist
# A process begins in half the time, and at run time nothing can be written here.
RUN python -m compileall -q .
ENV PATH=/stele/bin:/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HOST=0.0.0.0 PORT=8000 STELE_DATA=/data
USER stele
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/health/ready', timeout=4)"]
CMD ["python", "-m", "operations.supervisor"]
