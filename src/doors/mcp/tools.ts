/** All tools, in the order in which they are listed. */
import type { AgentTool } from './tool';
import { blastRadiusTool, explainPathTool } from './tools/blastRadius';
import { explainIncidentTool } from './tools/explainIncident';
import { findEntitiesTool } from './tools/findEntities';
import { getEntityTool } from './tools/getEntity';
import { listIncidentsTool } from './tools/listIncidents';
import { healthImpactTool, impactSnapshotTool } from './tools/liveImpact';
import { applyManifestTool, previewManifestTool } from './tools/manifest';
import { pushHealthTool } from './tools/pushHealth';
import { runScenarioTool } from './tools/runScenario';
import { simulateTool } from './tools/simulate';
import { weakPointsTool } from './tools/weakPoints';

export const TOOLS = [
  findEntitiesTool,
  getEntityTool,
  blastRadiusTool,
  explainPathTool,
  simulateTool,
  weakPointsTool,
  impactSnapshotTool,
  healthImpactTool,
  listIncidentsTool,
  explainIncidentTool,
  runScenarioTool,
  previewManifestTool,
  applyManifestTool,
  pushHealthTool,
] as unknown as readonly AgentTool[];
