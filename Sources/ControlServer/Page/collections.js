// SPDX-License-Identifier: Apache-2.0
// Changed copies of maps and sets: the state is never changed in place.

export const withEntry = (map, key, value) => new Map(map).set(key, value);

/** Without some keys; the same map or set if it has none of them. */
export function without(collection, keys) {
  const gone = [...keys].filter((key) => collection.has(key));
  if (!gone.length) return collection;
  const copy = new collection.constructor(collection);
  for (const key of gone) copy.delete(key);
  return copy;
}

/** With entries by their id in place of those that were there; the same map if nothing differs. */
export function merged(map, entries) {
  const fresh = entries.filter((entry) => JSON.stringify(map.get(entry.id)) !== JSON.stringify(entry));
  return fresh.length ? new Map([...map, ...fresh.map((entry) => [entry.id, entry])]) : map;
}

/** With a key if it is missing, else without it. */
export const toggled = (set, key) => (set.has(key) ? without(set, [key]) : new Set(set).add(key));

/** A function of the state that calculates again only if one of the selected parts was replaced. */
export function derived(select, make) {
  let [parts, value] = [null, undefined];
  return (state) => {
    const next = select(state);
    if (!parts?.every((part, index) => Object.is(part, next[index]))) [parts, value] = [next, make(state)];
    return value;
  };
}
