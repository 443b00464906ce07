/** The configuration that gives a collector's metrics most of what traces have, and sends its traces to `faultline observe otlp --listen`. */

const DIMENSIONS = [
  'messaging.system',
  'messaging.destination.name',
  'db.system.name',
  'db.system',
  'server.address',
  'service.namespace',
  'k8s.namespace.name',
];
const PEERS = ['peer.service', 'server.address', 'net.peer.name', 'rpc.service', 'db.namespace', 'db.name', 'db.system'];

export const COLLECTOR_CONFIGURATION = `connectors:
  servicegraph:
    dimensions: [${DIMENSIONS.join(', ')}]
    virtual_node_peer_attributes: [${PEERS.join(', ')}]
exporters:
  otlphttp:
    endpoint: http://127.0.0.1:4318
service:
  pipelines:
    traces:
      receivers: [otlp]
      exporters: [otlphttp, servicegraph]
    metrics:
      receivers: [servicegraph]
      exporters: [prometheus]
`;
