/** Colours, sizes and defaults of all parts: calm and dense, in light and dark, with enough contrast for small text. */
import { stateVariables } from './stateColours';
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const indigo: MantineColorsTuple = [
  '#eef0ff',
  '#dfe3ff',
  '#c2c9fd',
  '#a0abf9',
  '#8290f4',
  '#6b7af0',
  '#5563e4',
  '#4550cb',
  '#3942a8',
  '#2f3788',
];
const slate: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f4',
  '#e2e5ea',
  '#cfd4dc',
  '#aeb5c1',
  '#8b93a1',
  '#687080',
  '#4d5462',
  '#363c48',
  '#22262f',
];
const night: MantineColorsTuple = [
  '#e6e8ee',
  '#c3c8d3',
  '#a3aab8',
  '#7d8595',
  '#555d6d',
  '#3b414e',
  '#2b303b',
  '#1d212a',
  '#161922',
  '#101218',
];

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 6 },
  colors: { indigo, gray: slate, dark: night },
  fontFamily: 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.125rem', lineHeight: '1.4' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // Yellow on light yellow cannot be read.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    // Inside the page's main landmark, like everything else on the page (`AppFrame`).
    Tooltip: {
      defaultProps: {
        portalProps: { target: '#hints' },
        withArrow: true,
        openDelay: 300,
        events: { hover: true, focus: true, touch: false },
      },
    },
    // Lines are as subtle in the dark as in the light.
    Table: { defaultProps: { borderColor: 'var(--line)', highlightOnHoverColor: 'var(--mantine-color-default-hover)' } },
    Paper: { vars: () => ({ root: { '--paper-border-color': 'var(--line)' } }) },
    Progress: { styles: { root: { background: 'var(--line)' } } },
    SegmentedControl: { styles: { root: { background: 'var(--mantine-color-default-hover)' } } },
    // A dialog's header is no banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // The page scrolls inside its window and lies under the overlay; the style that would lock scrolling is refused by the content security
    // policy.
    Modal: {
      defaultProps: { lockScroll: false, yOffset: '10dvh', closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 600 } },
    },
    Drawer: { defaultProps: { lockScroll: false }, styles: { title: { fontWeight: 600 } } },
    // Beside the control that opens it, inside the landmark; fixed, so that no table cuts it off. Its dropdown contains only items.
    Menu: { defaultProps: { withinPortal: false, floatingStrategy: 'fixed', withInitialFocusPlaceholder: false } },
    Combobox: { defaultProps: { withinPortal: false, floatingStrategy: 'fixed' } },
    Spotlight: { defaultProps: { lockScroll: false } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a6271',
    '--mantine-color-placeholder': '#6a7180',
    '--mantine-color-error': '#c01f2e',
    '--mantine-color-default-border': '#d3d8e0',
    // Keeps red text on it readable on hover.
    '--mantine-color-red-light-hover': '#ffecec',
    '--page': '#f7f8fa',
    '--surface': '#ffffff',
    '--line': '#e2e5ea',
    '--maintenance': '#5f3dc4',
    ...stateVariables('light'),
  },
  dark: {
    '--mantine-color-dimmed': '#9aa2b1',
    '--mantine-color-placeholder': '#8b93a3',
    '--mantine-color-error': '#ff8f98',
    '--mantine-color-body': '#101218',
    '--mantine-color-default': '#1b1f28',
    '--mantine-color-default-hover': '#232834',
    '--mantine-color-default-border': '#353b48',
    // For notes and selected things: a tint, not a solid block of colour.
    '--mantine-color-indigo-light': '#1d2140',
    '--mantine-color-yellow-light': '#2b2410',
    '--mantine-color-red-light': '#33191d',
    // What deletes is as red in the dark.
    '--mantine-color-red-light-color': '#ff8f98',
    '--mantine-color-green-light': '#142b1e',
    '--mantine-color-teal-light': '#142b1e',
    '--page': '#101218',
    '--surface': '#161922',
    '--line': '#2b303b',
    '--maintenance': '#b197fc',
    ...stateVariables('dark'),
  },
});
