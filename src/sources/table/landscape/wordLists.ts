/** Lists of names in one cell. */

/** Separators of lists, as spreadsheets and exports write them. Commas are part of many names, so they separate only where a part is known. */
const SEPARATORS = /[;|\n]/;
/** A linked object of an export that names its attributes: `functionalci_id->name:web-a`. */
const ATTRIBUTE = /^\w+(?:->\w+)+:(.*)$/;

/** The names in a cell, of which `isKnown` tells whether something is called so. */
export function namesIn(cell: string, isKnown: (name: string) => boolean): string[] {
  if (isKnown(cell)) return [cell];
  const parts = cell.split(SEPARATORS).flatMap((part) => nameIn(part.trim()));
  return parts.flatMap((part) => {
    if (!part.includes(',') || isKnown(part)) return [part];
    const smaller = part
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    return smaller.some(isKnown) ? smaller : [part];
  });
}

function nameIn(part: string): string[] {
  const attribute = ATTRIBUTE.exec(part);
  if (attribute === null) return part === '' ? [] : [part];
  const isName = /name:/i.test(part.slice(0, part.indexOf(':') + 1));
  return isName && attribute[1] !== undefined && attribute[1] !== '' ? [attribute[1]] : [];
}
