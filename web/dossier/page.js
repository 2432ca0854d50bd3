// Dossier page: everything about one action of a game in sentences, to read, print or download.

import { Problem, call, gamePath, signedIn } from "../core/api.js";
import { recordPath } from "../record/record-call.js";
import { siteName } from "../core/club.js";
import { namedHere } from "../core/base-path.js";
import { button, find, html, replace, select } from "../core/dom.js";
import { happened, playedAgain, proofs, wasAsked, wasKnown } from "./parts.js";
import { lostEntriesNotice } from "../table/game-origin.js";
import { buildFrame, problemNotice } from "../masthead/page-header.js";
import { noGame } from "../table/not-found.js";
import { viewersOf } from "../replay/perspective.js";
import { save } from "../board/export-image.js";
import { readPlace, writePlace } from "../record/positions.js";
import { gettext } from "../core/i18n.js";
import { drawingOf } from "../board/load-drawing.js";

/** @import { Dossier, State, Summary } from "../types.js" */

const ID = namedHere();

/**
 * @param {Summary} summary
 * @param {Dossier} dossier
 * @param {string} at
 */
function head(summary, dossier, at) {
  const isOver = summary.status === "finished" || summary.status === "aborted";
  const viewer = String(dossier.as);
  const seenBy = select(
    { id: "as", onchange: () => (location.hash = writePlace({ at, as: seenBy.value })) },
    viewersOf(summary, isOver),
    viewer,
  );
  const name = `${ID}-${dossier.position}-${viewer}.json`;
  const json = () => new Blob([JSON.stringify(dossier, null, 2)], { type: "application/json" });
  return html.div(
    { class: "game-head" },
    html.h1(gettext("Dossier for {position}", { position: at })),
    html.span(summary.title),
    html.span({ class: "grow" }),
    html.label({ for: "as" }, gettext("Seen by")),
    seenBy,
    html.a(
      {
        class: "button",
        id: "to-replay",
        href: `/games/${ID}/replay${location.search}${writePlace({ at, as: viewer })}`,
      },
      gettext("Go to replay"),
    ),
    button(gettext("Download"), () => save(json(), name), { id: "save-dossier" }),
    button(gettext("Print"), () => print(), { id: "print" }),
  );
}

/**
 * The form to dispute this action; it is loaded when opened.
 * @param {Summary} summary
 * @param {Dossier} dossier
 */
function openingOf(summary, dossier) {
  const details = html.details({ id: "open-form" }, html.summary(gettext("Dispute this action")));
  const load = async () => {
    const { openingForm } = await import("../table/proposals/dispute-forms.js");
    details.append(openingForm(dossier, summary, show));
  };
  details.addEventListener("toggle", load, { once: true });
  return details;
}

/**
 * The disputes about this action, and the form to open one.
 * @param {Dossier} dossier
 * @param {Summary} summary
 * @param {State} state
 */
async function disputed(dossier, summary, { disputes = [] }) {
  const { your_seat: own, status } = summary;
  const here = disputes.filter(({ position }) => position === dossier.until);
  const mayDispute = own !== null && (status === "playing" || status === "finished");
  const hasOpen = disputes.some(({ seat, outcome }) => seat === own && outcome === "open");
  const { DisputeList } = here.length ? await import("../table/proposals/disputes.js") : { DisputeList: null };
  const list = DisputeList && new DisputeList(show);
  list?.show(here, summary);
  return (
    (list || mayDispute) &&
    html.section(
      { id: "disputed", "aria-labelledby": "disputed-heading" },
      html.h2({ id: "disputed-heading", tabindex: -1 }, gettext("Disputes about this action")),
      list?.place,
      mayDispute &&
        (hasOpen
          ? html.p({ class: "hint" }, gettext("You already have an open dispute. You can have only one at a time."))
          : openingOf(summary, dossier)),
    )
  );
}

/** Load the dossier named in the address, and show it. */
async function show() {
  const summary = await call(gamePath(ID));
  const place = readPlace(location.hash);
  const at = place.at ?? summary.position;
  const isOver = summary.status === "finished" || summary.status === "aborted";
  const own = summary.your_seat === null || !signedIn() ? "public" : String(summary.your_seat);
  const as = place.hindsight && isOver ? "all" : (place.as ?? (isOver ? "all" : own));
  const [dossier, drawing, { state }] = await Promise.all([
    call(recordPath(ID, "/dossier", { at, as })),
    drawingOf(summary.rulebook),
    call(recordPath(ID, "/state", { as: "public" })),
  ]);
  const position = /^\d+-\d+$/.test(at) ? at : dossier.position;
  document.title = `${gettext("Dossier for {position}", { position })} · ${summary.title} · ${siteName}`;
  replace(
    find("main"),
    head(summary, dossier, position),
    lostEntriesNotice(summary),
    happened(dossier, summary, position),
    wasAsked(dossier, summary, drawing),
    wasKnown(dossier, drawing),
    playedAgain(dossier, summary),
    await disputed(dossier, summary, state),
    proofs(dossier),
  );
}

/** Show it, or the reason why it cannot be shown. */
async function tryToShow() {
  try {
    await show();
  } catch (error) {
    const { at, as } = readPlace(location.hash);
    if (error instanceof Problem && error.status === 403 && as !== null && as !== "public") {
      problemNotice(error);
      history.replaceState(null, "", writePlace({ at: at ?? "", as: "public" }));
      await tryToShow(); // without permission, the public view is shown
    } else if (error instanceof Problem && document.querySelector("#happened")) problemNotice(error);
    else noGame(error);
  }
}

async function start() {
  await buildFrame();
  await tryToShow();
  addEventListener("hashchange", tryToShow);
  // Print everything: collapsed parts are opened first.
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("main details")) {
      details.setAttribute("open", "");
      details.dispatchEvent(new Event("toggle")); // the browser's own event comes too late
    }
  });
}

start();
