// Winning chances in words: shares in points of a hundred, with sign and margin.

export const HUNDRED = 100;
/** This number of standard errors to either side covers 95 of 100 cases. */
const ERRORS = 2;

/** @param {number} share */
export const percent = (share) => Math.round(HUNDRED * share);

/** The margin of a value with this standard error. @param {number} error */
export const margin = (error) => percent(ERRORS * error);

/** @param {number} share */
export const signed = (share) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;
