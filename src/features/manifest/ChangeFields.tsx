/** What a change does to each field. */
import { Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ManifestChange } from '@/contract/manifest/plan';
import classes from './ChangeList.module.css';
import { fieldWords, type FieldWords } from './changeWords';

export function ChangeFields({ op, fields }: Pick<ManifestChange, 'op' | 'fields'>) {
  return (
    <dl className={classes.fields}>
      {fields.map((field) => {
        const words = fieldWords(field);
        return (
          <div key={field.field} className={classes.field}>
            <dt>{field.field}</dt>
            <dd>
              <FieldValues op={op} words={words} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function FieldValues({ op, words }: { op: ManifestChange['op']; words: FieldWords }) {
  if ('isWithheld' in words)
    return (
      <Text size="xs" c="dimmed" component="span">
        Revenue, which you may not see
      </Text>
    );
  if ('added' in words)
    return (
      <>
        {words.added.map((member) => (
          <ins key={member}>+ {member}</ins>
        ))}
        {words.removed.map((member) => (
          <del key={member}>− {member}</del>
        ))}
      </>
    );
  if (op === 'create') return <span>{words.to ?? 'nothing'}</span>;
  if (op === 'delete') return <span>{words.from ?? 'nothing'}</span>;
  return (
    <>
      <del>{words.from ?? 'nothing'}</del>
      <IconArrowRight size={13} aria-label="becomes" />
      <ins>{words.to ?? 'nothing'}</ins>
    </>
  );
}
