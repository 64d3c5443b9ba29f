// SPDX-License-Identifier: Apache-2.0
// Modified copies of maps and sets, because the state is never modified in place.

export const withEntry = (map, key, value) => new Map(map).set(key, value);

/** A copy without some keys; the same collection if it contains none of them. */
export function without(collection, keys) {
  const gone = [...keys].filter((key) => collection.has(key));
  if (!gone.length) return collection;
  const copy = new collection.constructor(collection);
  for (const key of gone) copy.delete(key);
  return copy;
}

/** A copy in which entries replace those with the same id; the same map if nothing differs. */
export function merged(map, entries) {
  const fresh = entries.filter((entry) => JSON.stringify(map.get(entry.id)) !== JSON.stringify(entry));
  return fresh.length ? new Map([...map, ...fresh.map((entry) => [entry.id, entry])]) : map;
}

/** Adds a key if it is missing; otherwise removes it. */
export const toggled = (set, key) => (set.has(key) ? without(set, [key]) : new Set(set).add(key));

/** A function of the state that recalculates only if a selected part was replaced. */
export function derived(select, make) {
  let [parts, value] = [null, undefined];
  return (state) => {
    const next = select(state);
    if (!parts?.every((part, index) => Object.is(part, next[index]))) [parts, value] = [next, make(state)];
    return value;
  };
}

/** Whether a text has all words of a search, in any case. */
export function hasWords(text, search) {
  const lower = text.toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => lower.includes(word));
}
