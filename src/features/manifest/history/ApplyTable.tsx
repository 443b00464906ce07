/** The applies as a table. */
import { Anchor, Badge, Button, Center, Table, Text } from '@mantine/core';
import type { ManifestApply } from '@/contract/manifestApplies';
import { Moment } from '@/ui/Moment';
import { summaryWords } from '../summaryWords';
import classes from './HistoryPage.module.css';

interface Props {
  items: readonly ManifestApply[];
  total: number;
  hasMore: boolean;
  isLoadingMore: boolean;
  selectedId: string | null;
  onSelect(changeSetId: string): void;
  onManifest(name: string): void;
  onMore(): void;
}

export function ApplyTable({ items, total, hasMore, isLoadingMore, selectedId, onSelect, onManifest, onMore }: Props) {
  return (
    <div className={classes.list} role="region" aria-label="Applied manifests" tabIndex={0}>
      <Table verticalSpacing={6} horizontalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Manifest</Table.Th>
            <Table.Th>Who</Table.Th>
            <Table.Th>What</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((apply) => (
            <Table.Tr key={apply.changeSetId} data-selected={apply.changeSetId === selectedId || undefined}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                <Anchor component="button" type="button" size="sm" onClick={() => onSelect(apply.changeSetId)}>
                  <Moment at={apply.at} />
                </Anchor>
              </Table.Td>
              <Table.Td>
                <Anchor component="button" type="button" size="sm" c="inherit" title="Only this manifest" onClick={() => onManifest(apply.manifest)}>
                  {apply.manifest}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <Text size="sm" component="span">
                  {apply.actor.name}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" component="span" mr={6}>
                  {summaryWords(apply.summary)}
                </Text>
                {apply.prune && (
                  <Badge size="xs" variant="default" tt="none" mr={4}>
                    prune
                  </Badge>
                )}
                {apply.undoneBy !== null && (
                  <Badge size="xs" variant="default" tt="none">
                    undone
                  </Badge>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {hasMore && (
        <Center py="sm">
          <Button variant="default" loading={isLoadingMore} onClick={onMore}>
            Show more of {total.toLocaleString('en')}
          </Button>
        </Center>
      )}
    </div>
  );
}
