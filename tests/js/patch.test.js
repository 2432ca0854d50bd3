// JSON Patch: RFC 6902's operations, with escaped names and the end of a list.

import assert from "node:assert/strict";
import { test } from "node:test";

import { patched, stateOf } from "../../web/core/json-patch.js";

const BEFORE = { "a/b": [1, 2, 3], "m~n": { x: 1 }, list: [], same: { deep: [] } };
const PATCH = [
  { op: "add", path: "/a~1b/1", value: 9 },
  { op: "remove", path: "/a~1b/0" },
  { op: "replace", path: "/m~0n/x", value: null },
  { op: "add", path: "/list/-", value: { y: 1 } },
  { op: "copy", from: "/list/0", path: "/copied" },
  { op: "move", from: "/a~1b/2", path: "/m~0n/moved" },
];

test("a patch makes what RFC 6902 says, and what was before stays as it was", () => {
  const kept = structuredClone(BEFORE);
  const after = patched(BEFORE, PATCH);
  assert.deepEqual(after, {
    "a/b": [9, 2],
    "m~n": { x: null, moved: 3 },
    list: [{ y: 1 }],
    copied: { y: 1 },
    same: { deep: [] },
  });
  assert.deepEqual(BEFORE, kept);
  assert.equal(after.same, BEFORE.same);
});

test("a whole document can be added or replaced", () => {
  assert.deepEqual(patched({ a: 1 }, [{ op: "replace", path: "", value: { b: 2 } }]), { b: 2 });
  assert.deepEqual(patched({ a: 1 }, [{ op: "add", path: "", value: { c: 3 } }]), { c: 3 });
});

test("an operation of another kind is refused", () => {
  assert.throws(() => patched({}, [{ op: "test", path: "/a", value: 1 }]), /cannot test/);
});

test("a step's state is its own, or the one before it with its patch", () => {
  assert.deepEqual(stateOf({ state: { a: 1 } }, null), { a: 1 });
  assert.deepEqual(stateOf({ patch: [{ op: "replace", path: "/a", value: 2 }] }, { a: 1 }), { a: 2 });
  assert.throws(() => stateOf({ patch: [] }, null), /first step/);
});
