/** One drawing per component kind, as paths on a 24 × 24 grid, for pictures and pages alike. From Tabler Icons (MIT licence). */
import type { ComponentKind } from '@/domain/vocabulary';

export const KIND_PATHS: Readonly<Record<ComponentKind, readonly string[]>> = {
  WebAPI: ['M4 13h5', 'M12 16v-8h3a2 2 0 0 1 2 2v1a2 2 0 0 1 -2 2h-3', 'M20 8v8', 'M9 16v-5.5a2.5 2.5 0 0 0 -5 0v5.5'],
  WebApp: ['M4 8h16', 'M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12', 'M8 4v4'],
  Database: ['M4 6a8 3 0 1 0 16 0a8 3 0 1 0 -16 0', 'M4 6v6a8 3 0 0 0 16 0v-6', 'M4 12v6a8 3 0 0 0 16 0v-6'],
  Queue: ['M6 10l-2 1l8 4l8 -4l-2 -1', 'M4 15l8 4l8 -4', 'M12 4v7', 'M15 8l-3 3l-3 -3'],
  Cache: ['M13 3l0 7l6 0l-8 11l0 -7l-6 0l8 -11'],
  EventBus: ['M18.364 19.364a9 9 0 1 0 -12.728 0', 'M15.536 16.536a5 5 0 1 0 -7.072 0', 'M11 13a1 1 0 1 0 2 0a1 1 0 1 0 -2 0'],
  Worker: [
    'M19.875 6.27a2.225 2.225 0 0 1 1.125 1.948v7.284c0 .809 -.443 1.555 -1.158 1.948l-6.75 4.27a2.269 2.269 0 0 1 -2.184 0l-6.75 -4.27a2.225 2.225 0 0 1 -1.158 -1.948v-7.285c0 -.809 .443 -1.554 1.158 -1.947l6.75 -3.98a2.33 2.33 0 0 1 2.25 0l6.75 3.98h-.033',
    'M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  ],
  Storage: [
    'M3 6a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2',
    'M5 8v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-10',
    'M10 12l4 0',
  ],
  MobileApp: ['M6 5a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-14', 'M11 4h2', 'M12 17v.01'],
  DesktopApp: ['M3 5a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10', 'M7 20h10', 'M9 16v4', 'M15 16v4'],
  ScheduledJob: [
    'M10.5 21h-4.5a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v3',
    'M16 3v4',
    'M8 3v4',
    'M4 11h10',
    'M14 18a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
    'M18 16.5v1.5l.5 .5',
  ],
  Integration: [
    'M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5',
    'M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5',
    'M3 21l2.5 -2.5',
    'M18.5 5.5l2.5 -2.5',
    'M10 11l-2 2',
    'M13 14l-2 2',
  ],
  Identity: [
    'M18.9 7a8 8 0 0 1 1.1 5v1a6 6 0 0 0 .8 3',
    'M8 11a4 4 0 0 1 8 0v1a10 10 0 0 0 2 6',
    'M12 11v2a14 14 0 0 0 2.5 8',
    'M8 15a18 18 0 0 0 1.8 6',
    'M4.9 19a22 22 0 0 1 -.9 -7v-1a8 8 0 0 1 12 -6.95',
  ],
  Infrastructure: [
    'M3 7a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v2a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-2',
    'M3 15a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v2a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3l0 -2',
    'M7 8l0 .01',
    'M7 16l0 .01',
    'M11 8h6',
    'M11 16h6',
  ],
  Other: ['M12 3l8 4.5l0 9l-8 4.5l-8 -4.5l0 -9l8 -4.5', 'M12 12l8 -4.5', 'M12 12l0 9', 'M12 12l-8 -4.5'],
};

/** The drawing as an image for a canvas, in one colour. */
export function kindImage(kind: ComponentKind, colour: string): string {
  const paths = KIND_PATHS[kind].map((d) => `<path d="${d}"/>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="${colour}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`;
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
}
