/** A manifest in which every field is stated at least once: the examples of the manifest reference. A test holds it to the schema. */
import type { Manifest } from './schema';

export const EXAMPLE_MANIFEST: Manifest = {
  version: 1,
  name: 'shop',
  hostingAreas: [
    {
      technicalName: 'eu-west',
      name: 'Europe west',
      description: 'The region next to our customers',
      provider: 'Kubernetes',
      region: 'eu-west-1',
      zones: [
        { technicalName: 'eu-west-a', name: 'Zone A', description: 'Power and network of its own' },
        { technicalName: 'eu-west-b', name: 'Zone B', formerly: 'eu-west-2' },
      ],
    },
  ],
  technologies: [
    {
      technicalName: 'postgresql-17',
      name: 'PostgreSQL',
      description: 'Our relational database',
      vendor: 'PostgreSQL',
      technologyVersion: '17',
      endOfSupport: '2029-11-08',
    },
  ],
  datasets: [
    {
      technicalName: 'orders',
      name: 'Orders',
      description: 'What customers bought',
      classification: 'Confidential',
      containsPersonalData: true,
    },
  ],
  capabilities: [
    { technicalName: 'sell', name: 'Sell' },
    {
      technicalName: 'take-orders',
      name: 'Take orders',
      description: 'From the cart to the confirmation',
      criticalityTier: 'MissionCritical',
      ownerTeam: 'Checkout',
      maximumTolerableDowntimeMinutes: 30,
      parent: 'sell',
    },
  ],
  processes: [
    {
      technicalName: 'daily-shipping',
      name: 'Daily shipping',
      description: 'Every order leaves on the same day',
      ownerTeam: 'Logistics',
      capabilities: ['take-orders'],
    },
  ],
  segments: [
    {
      technicalName: 'shoppers',
      name: 'Shoppers',
      description: 'Private customers',
      audienceType: 'Customers',
      people: 120_000,
      annualRevenue: 8_760_000,
      capabilities: [{ capability: 'take-orders', revenueShare: 0.75 }],
    },
  ],
  applications: [
    {
      technicalName: 'checkout',
      name: 'Checkout',
      description: 'Cart, payment and confirmation',
      formerly: ['cart'],
      lifecycleState: 'Production',
      criticalityTier: 'MissionCritical',
      ownerTeam: 'Checkout',
      contact: '#checkout-on-call',
      references: [{ kind: 'Runbook', label: 'Checkout is down', url: 'https://wiki.example.com/runbooks/checkout' }],
      capabilities: ['take-orders'],
      processes: ['daily-shipping'],
      components: [
        {
          technicalName: 'checkout-api',
          name: 'Checkout API',
          description: 'Takes orders',
          reuseName: true,
          kind: 'WebAPI',
          runtime: 'Containers',
          isExternal: false,
          staleAfterMinutes: 60,
          contact: '#checkout',
          references: [{ kind: 'Repository', label: 'checkout-api', url: 'https://git.example.com/checkout-api' }],
          hostingZones: ['eu-west-a', 'eu-west-b'],
          technologies: ['postgresql-17'],
          datasets: ['orders'],
        },
        { technicalName: 'orders-db-1', name: 'Orders, first replica', kind: 'Database', hostingZones: ['eu-west-a'] },
        { technicalName: 'orders-db-2', name: 'Orders, second replica', kind: 'Database', hostingZones: ['eu-west-b'] },
      ],
    },
  ],
  dependencies: [
    {
      source: 'checkout-api',
      target: 'orders-db-1',
      dependencyType: 'ReadsWrites',
      mode: 'Hard',
      required: true,
      propagates: true,
      redundancyGroup: 'orders',
      redundancyMinimum: 1,
      protocol: 'PostgreSQL',
      transportEncryption: 'TLS 1.3',
      endpointAuthMethod: 'SCRAM',
    },
    { source: 'checkout-api', target: 'orders-db-2', dependencyType: 'ReadsWrites', redundancyGroup: 'orders', redundancyMinimum: 1 },
  ],
  scenarios: [
    {
      technicalName: 'both-replicas',
      name: 'Both replicas fail',
      description: 'What the second replica is there to prevent',
      failures: [
        { entityType: 'component', entity: 'orders-db-1', state: 'Outage' },
        { entityType: 'component', entity: 'orders-db-2' },
      ],
      withheldDependencies: [{ source: 'checkout-api', target: 'orders-db-2', dependencyType: 'ReadsWrites' }],
      baseline: 'clean',
      durationMinutes: 45,
    },
  ],
};
