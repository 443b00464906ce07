/** Light, dark, or the system's choice, kept in this browser. */
'use client';

import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { Section } from '@/ui/Section';

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Follow the system' },
];

export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know the choice.
  const isMounted = useMounted();
  return (
    <Section title="Appearance" intro="Saved in this browser.">
      <SegmentedControl
        aria-label="Appearance"
        data={SCHEMES}
        value={isMounted ? colorScheme : 'auto'}
        onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
        maw={360}
        fullWidth
      />
    </Section>
  );
}
