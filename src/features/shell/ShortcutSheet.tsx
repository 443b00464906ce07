/** All keyboard shortcuts on one sheet. */
'use client';

import { Kbd, Modal, SimpleGrid, Table, Text, Title } from '@mantine/core';
import { pagesFor } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { PAGE_KEYS } from './pageKeys';

const EVERYWHERE: readonly [readonly string[], string][] = [
  [['Ctrl', 'K'], 'Find a page, action or entity'],
  [['/'], 'Search in this page'],
  [['?'], 'This sheet'],
  [['Esc'], 'Close what is open'],
];
const IN_PAGES: readonly [readonly string[], string][] = [
  [['←', '↑', '→', '↓'], 'Move between things in a picture'],
  [['Enter'], 'Open what is selected in a picture'],
  [['+', '−', '0'], 'Zoom in, zoom out, show everything'],
  [['B'], 'Draw a frame around part of the landscape'],
  [['Ctrl', 'Enter'], 'Preview the manifest'],
  [['Ctrl', 'Space'], 'Complete a word in the manifest'],
  [['Ctrl', 'F'], 'Find in the manifest'],
  [['j', 'k'], 'Move between rows in the inventory'],
];

export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { role } = useTenant();
  const pages = pagesFor(role).flatMap(({ path, label }): [string[], string][] => {
    const key = PAGE_KEYS[path];
    return key === undefined ? [] : [[['g', key], label]];
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing={0}>
        <div>
          <Keys title="Everywhere" rows={EVERYWHERE} />
          <Keys title="In pages" rows={IN_PAGES} />
        </div>
        <Keys title="Go to a page" rows={pages} />
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="sm">
        On a Mac, Ctrl is ⌘. Single-letter shortcuts are off while you type. A picture reacts to keys once you have moved into it with Tab.
      </Text>
    </Modal>
  );
}

function Keys({ title, rows }: { title: string; rows: readonly (readonly [readonly string[], string])[] }) {
  return (
    <section>
      <Title order={3} mt="xs">
        {title}
      </Title>
      <Table withRowBorders={false} verticalSpacing={3} horizontalSpacing={0}>
        <Table.Tbody>
          {rows.map(([keys, words]) => (
            <Table.Tr key={words}>
              <Table.Td>{words}</Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {keys.map((key) => (
                  <Kbd key={key} size="xs" ml={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
