// JSON Patch (RFC 6902), applied without changing what was there: states share all that did not change between them.

function parts(pointer) {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function at(document, pointer) {
  return parts(pointer).reduce((value, part) => value[part], document);
}

function changed(value, [part, ...rest], change) {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length) copy[part] = changed(value[part], rest, change);
  else change(copy, part);
  return copy;
}

function add(document, pointer, value) {
  if (pointer === "") return value;
  return changed(document, parts(pointer), (place, part) => {
    if (Array.isArray(place)) place.splice(part === "-" ? place.length : Number(part), 0, value);
    else place[part] = value;
  });
}

function remove(document, pointer) {
  return changed(document, parts(pointer), (place, part) => {
    if (Array.isArray(place)) place.splice(Number(part), 1);
    else delete place[part];
  });
}

function replaced(document, pointer, value) {
  if (pointer === "") return value;
  return changed(document, parts(pointer), (place, part) => {
    place[part] = value;
  });
}

/** The document after all operations of the patch; the one before stays as it was. */
export function patched(document, patch) {
  return patch.reduce((before, operation) => {
    switch (operation.op) {
      case "add":
        return add(before, operation.path, operation.value);
      case "remove":
        return remove(before, operation.path);
      case "replace":
        return replaced(before, operation.path, operation.value);
      case "move":
        return add(remove(before, operation.from), operation.path, at(before, operation.from));
      case "copy":
        return add(before, operation.path, at(before, operation.from));
      default:
        throw new Error(`a patch cannot ${operation.op} here`);
    }
  }, document);
}
