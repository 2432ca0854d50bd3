// Club: the name and the sign-up of this server, from the page's head. Without a choice of the operators there is none.

import { gettext } from "./i18n.js";

/** @typedef {{ name: string, sign_up: "open" | "invited" | "closed", welcome: string, imprint: boolean }} Club */

// Tests of pure modules have no document.
const told = globalThis.document?.querySelector('meta[name="club"]')?.getAttribute("content");

/** @type {Club} */
export const club = told ? JSON.parse(told) : { name: "", sign_up: "open", welcome: "", imprint: false };

/** Whether the operators have chosen anything for it: a name, a text, who may sign up. */
export const isClub = Boolean(told);

/** The name of this server. */
export const siteName = club.name || "Stele";

/**
 * What a visitor reads first: the operators' welcome, or what Stele is. In the page's head only the lobby has it.
 * @param {string} welcome
 */
export const introduction = (welcome) =>
  welcome ||
  gettext(
    "Play published board games over several days, against people or computer players. Every action is recorded, and you can replay any game step by step.",
  );
