/** The applies as a table. */
import { Anchor, Badge, Text } from '@mantine/core';
import { ShowMore, type EndlessList } from '@/client/ShowMore';
import type { ManifestApply } from '@/contract/manifest/applies';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { Timestamp } from '@/ui/Timestamp';
import { summaryWords } from '@/features/manifest/summaryWords';
import classes from './HistoryPage.module.css';

interface Props {
  items: readonly ManifestApply[];
  total: number;
  list: EndlessList;
  selectedId: string | null;
  onSelect(changeSetId: string): void;
  onManifest(name: string): void;
}

export function ApplyTable({ items, total, list, selectedId, onSelect, onManifest }: Props) {
  const columns: Column<ManifestApply>[] = [
    {
      key: 'when',
      title: 'When',
      render: ({ changeSetId, at }) => (
        <Anchor component="button" type="button" size="sm" style={{ whiteSpace: 'nowrap' }} onClick={() => onSelect(changeSetId)}>
          <Timestamp at={at} />
        </Anchor>
      ),
    },
    {
      key: 'manifest',
      title: 'Manifest',
      render: ({ manifest }) => (
        <Anchor component="button" type="button" size="sm" c="inherit" title="Only this manifest" onClick={() => onManifest(manifest)}>
          {manifest}
        </Anchor>
      ),
    },
    { key: 'who', title: 'Who', render: ({ actor }) => actor.name },
    { key: 'what', title: 'What', render: (apply) => <Deed apply={apply} /> },
  ];
  return (
    <div className={classes.list}>
      <DataTable
        label="Applied manifests"
        columns={columns}
        rows={items}
        keyOf={({ changeSetId }) => changeSetId}
        selectedKey={selectedId}
        empty="No applies of this manifest."
        all={{ count: total }}
      />
      <ShowMore list={list} label={`Show more of ${total.toLocaleString('en')}`} />
    </div>
  );
}

function Deed({ apply: { summary, takenOver, prune, undoneBy } }: { apply: ManifestApply }) {
  return (
    <span>
      <Text size="sm" component="span" mr={6}>
        {summaryWords(summary, takenOver)}
      </Text>
      {prune && (
        <Badge size="xs" variant="default" tt="none" mr={4}>
          prune
        </Badge>
      )}
      {undoneBy !== null && (
        <Badge size="xs" variant="default" tt="none">
          undone
        </Badge>
      )}
    </span>
  );
}
