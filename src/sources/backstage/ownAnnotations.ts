/** The annotations by which a Backstage entity says what it is called in Faultline, and whom to contact. */
export const ANNOTATIONS = {
  capability: 'faultline.io/capability',
  application: 'faultline.io/application',
  component: 'faultline.io/component',
  contact: 'faultline.io/contact',
} as const;
