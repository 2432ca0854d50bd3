// Pictures of states: runs a title's drawing and collects its parts, their notes, the choices and the pieces.

/** @import { Choice } from "./choice/move-choice.js" */
/** @import { Drawn } from "../kit/elements.js" */
/** @import { Stage, Surface } from "../kit/stage.js" */
/** @import { Piece } from "../kit/piece-matching.js" */
/** @import { Drawing, DrawingContext, Fields, Json, State, PartText, Viewer } from "../types.js" */
/** @typedef {(stage: Stage, draft: () => Stage) => Drawn | null} Arrange makes one part of a stage; null: it must be drawn once more */

/**
 * The part of the table in which a note lies, in words, and the seat if it is a player's area.
 * @typedef {{ label: string, seat: number | null }} Area
 */
/**
 * What a part of a drawing shows: its value for comparison, and its words if the drawing gives them.
 * @typedef {{ part: Drawn, value: string, told: PartText, area: Area }} Note
 */
/** @typedef {Map<string, Note>} Notes the notes of a drawing, by key */
/**
 * What else is around a picture: the seat whose area is first, by default the viewer's; and the table in a board beside
 * it, with which it lines up.
 * @typedef {{ first?: number, beside?: Json }} Around
 */
/**
 * A drawn state: its viewer, drawing and width.
 * @typedef {object} Picture
 * @property {State} state
 * @property {Drawing} drawing
 * @property {Viewer} viewer
 * @property {number} width
 * @property {Drawn} whole
 * @property {Notes} notes
 * @property {Map<Drawn, Fields>} fields the move fields of each part, whether or not it can be picked
 * @property {Map<Drawn, string>} names the short name of each of these parts: "a5", "Worker"
 * @property {Piece[]} pieces
 * @property {string | null} [reconstructed] the components that differ from the printed ones, in words
 */

/**
 * Draw a state.
 * @param {Drawing} drawing
 * @param {State} state
 * @param {Viewer} viewer the seat whose view it is
 * @param {number} width
 * @param {Choice | null} choice the pickable parts
 * @param {State} asked the state of the choice
 * @param {Arrange} [arrange] arranges a stage; otherwise only its surface is drawn
 * @param {Around} [around]
 * @returns {Picture}
 */
export function pictureOf(drawing, state, viewer, width, choice, asked, arrange, around = {}) {
  /** @type {Notes} */
  const notes = new Map();
  /** @type {Map<Drawn, Fields>} */
  const fieldsOf = new Map();
  /** @type {Map<Drawn, string>} */
  const names = new Map();
  /** @type {Piece[]} */
  const pieces = [];
  const placed = new Set();
  /** @type {Area} */
  let area = { label: "", seat: null };
  const given = {
    width,
    seats: state.seats,
    viewer,
    toAct: asked.to_act,
    asked: asked.table,
    points: state.points,
    unit: state.unit,
    status: state.status,
    ...around,
  };
  /** @type {DrawingContext} */
  const context = {
    ...given,
    pick: (part, fields, name, turned) => {
      fieldsOf.set(part, fields);
      if (!names.has(part)) names.set(part, name.split(": ")[0]);
      if (choice) offer(part, choice, choice.relevant(fields), name, turned);
    },
    note: (part, key, value, told = {}) => {
      part.key ??= key;
      if (told.name) names.set(part, told.name);
      notes.set(key, { part, value: JSON.stringify(value), told, area });
    },
    piece: (part, kind, place, { id = null, face = null, count = 1, isStock = count === Infinity, turn = 0 } = {}) => {
      if (id !== null) {
        // A repeated picture of a piece, as in a list of a player's pieces, is not its place.
        if (placed.has(`${kind} ${id}`)) return part;
        placed.add(`${kind} ${id}`);
        part.key ??= `${kind} ${id}`;
      }
      pieces.push({ part, kind, place, id, face, count, isStock, turn });
      return part;
    },
  };
  const drawn = drawing.draw(state.table, context);
  const shown = { state, drawing, viewer, width, notes, fields: fieldsOf, names };
  // Not by class: a drawing from another package may import the kit from another address.
  if (!("surface" in drawn)) return { ...shown, whole: drawn, pieces };
  const { reconstructed } = drawn;
  /** @type {(one: { label?: string, seat?: number, draw: Surface["draw"] }) => Surface["draw"]} */
  const within = ({ label, seat, draw }) => {
    const own = { label: label ?? drawn.name, seat: seat ?? null };
    return (across, fill) => {
      area = own;
      const part = draw(across, fill);
      own.label = label ?? part.title;
      return part;
    };
  };
  drawn.surface = { ...drawn.surface, draw: within(drawn.surface) };
  drawn.panels = drawn.panels.map((panel) => ({ ...panel, draw: within(panel) }));
  const draft = () => /** @type {Stage} */ (drawing.draw(state.table, { ...given, ...MEASURED }));
  const whole = arrange ? arrange(drawn, draft) : drawn.surfaceAlone(width);
  if (!whole) return pictureOf(drawing, state, viewer, width, choice, asked, arrange, around);
  // Parts in hidden panels are not animated.
  const parts = new Set(all(whole));
  return { ...shown, whole, pieces: pieces.filter(({ part }) => parts.has(part)), reconstructed };
}

/**
 * The stage of a state for measuring only; null: its drawing has none.
 * @param {Drawing} drawing
 * @param {State} state
 * @param {Viewer} viewer
 * @param {number} width
 * @param {Around} around
 * @returns {Stage | null}
 */
export function draftOf(drawing, { seats, to_act: toAct, table, points, unit, status }, viewer, width, around) {
  const drawn = drawing.draw(table, {
    width,
    seats,
    viewer,
    toAct,
    asked: table,
    points,
    unit,
    status,
    ...around,
    ...MEASURED,
  });
  return "surface" in drawn ? drawn : null;
}

/**
 * The part registry while a drawing is only measured: it stores nothing. @type {Pick<DrawingContext, "pick" | "note" |
 * "piece">}
 */
const MEASURED = { pick: () => {}, note: () => {}, piece: (part) => part };

/**
 * A part and its descendants.
 * @param {Drawn} part
 * @returns {Drawn[]}
 */
const all = (part) => [part, ...part.children.flatMap(all)];

/**
 * Whether one picture can follow the other in the course of a game.
 * @param {Picture} one
 * @param {Picture} other
 */
export function isSequel(one, other) {
  return (
    one.drawing === other.drawing &&
    one.viewer === other.viewer &&
    one.state.as === other.state.as &&
    Math.abs(one.width - other.width) <= 1
  );
}

/**
 * Add this class to every part whose content has changed.
 * @param {Notes} notes
 * @param {Notes} earlier
 * @param {string} name
 */
export function mark(notes, earlier, name) {
  for (const [key, { part, value }] of notes) {
    if (earlier.get(key)?.value !== value) part.addClass(name);
  }
}

/**
 * @param {Drawn} part
 * @param {Choice} choice
 * @param {Fields} fields
 * @param {string} name
 * @param {string} [turned]
 */
function offer(part, choice, fields, name, turned) {
  if (!choice.canPick(fields)) return;
  const isPicked = choice.isSettled(fields);
  part.addClass(isPicked ? "can-pick picked" : choice.isAsked(fields) ? "can-pick" : "can-pick aside");
  Object.assign(part.attributes, {
    role: "button",
    tabindex: 0,
    "aria-label": name,
    "aria-pressed": String(isPicked),
    "data-pick": JSON.stringify(fields),
    "data-turned": turned && choice.canTurn(fields, turned) ? turned : null,
  });
}
