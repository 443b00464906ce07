/** References as text, each with the host that it leads to. Only a click opens one; nothing is loaded from there. */
import { Anchor, Text } from '@mantine/core';
import { hostOf, referenceUrlFault, type Reference } from '@/domain/references';
import classes from './help.module.css';

export function ReferenceList({ references }: { references: readonly Reference[] }) {
  return (
    <ul className={classes.references} aria-label="References">
      {references.map((reference) => (
        <li key={reference.url}>
          <span className={classes.kind}>{reference.kind}</span> <Label reference={reference} />{' '}
          <span className={classes.host}>{hostOf(reference.url)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What an address must not be cannot be stored, but rows can be changed by hand. */
function Label({ reference: { label, url } }: { reference: Reference }) {
  if (referenceUrlFault(url) !== null) return <Text span>{label}</Text>;
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit>
      {label}
    </Anchor>
  );
}
