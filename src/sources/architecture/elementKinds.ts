/** Which kind of component an element of an architecture is, which runtime it has, and which products it runs on: from the words around it. */
import type { ComponentKind, Runtime } from '@/domain/vocabulary';
import { kindOfName } from '@/sources/words/backstageWords';
import { productNamed, type Product } from '@/sources/words/products';
import type { ArchitectureElement } from './architecture';

/** Tags, kinds and shapes as models write them, without case and separators. */
const WORDS: readonly [ComponentKind, string][] = [
  ['Database', 'database db datastore datastorage databaseschema schema cylinder relationaldatabase sqldatabase nosql documentstore'],
  ['Cache', 'cache'],
  ['Queue', 'queue messagequeue'],
  ['EventBus', 'topic eventbus messagebus eventstream stream messagebroker broker eventhub'],
  ['Storage', 'bucket storage objectstorage objectstore blobstorage filestorage filestore filesystem'],
  ['WebApp', 'webbrowser browser spa singlepageapplication webapp webapplication website frontend webclient ui webui'],
  ['MobileApp', 'mobileapp mobile mobileapplication mobiledeviceportrait mobiledevicelandscape ios android'],
  ['DesktopApp', 'desktopapp desktop desktopapplication'],
  ['WebAPI', 'api apiapplication webapi webservice restapi backend lambda function serverlessfunction'],
  ['Worker', 'worker backgroundworker consumer daemon'],
  ['ScheduledJob', 'job cronjob batch batchjob scheduledjob scheduledtask'],
  ['Identity', 'identityprovider idp ldap directory auth'],
  ['Infrastructure', 'webserver network loadbalancer gateway apigateway proxy reverseproxy cdn firewall infrastructure'],
  ['Integration', 'integration etl connector adapter esb'],
];
const BY_WORD = new Map(WORDS.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)));

const plain = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Frameworks that only one kind of component is built with. */
const FRAMEWORKS: readonly [ComponentKind, RegExp][] = [
  ['MobileApp', /\b(?:xamarin|swift(?:ui)?|flutter|react native|android|ios|jetpack compose|objective-c)\b/i],
  ['WebApp', /\b(?:angular|react|vue(?:\.?js)?|svelte|next\.?js|nuxt|ember|blazor|html)\b/i],
  ['DesktopApp', /\b(?:electron|wpf|winforms|javafx|swing|qt)\b/i],
  ['EventBus', /\b(?:event ?hubs?|event ?bridge|kinesis|pub\/?sub|sns)\b/i],
  ['Queue', /\b(?:sqs|service ?bus|message queue|activemq|msmq)\b/i],
  ['Storage', /\b(?:s3|blob storage|file system|object storage)\b/i],
  ['Database', /\b(?:database|rdbms|oracle|sql server|dynamodb|rds|aurora|cosmos ?db|db2|bigquery|snowflake|redshift)\b/i],
];

/** Words that say little: whatever is called so may still be a database by its shape or its name. */
const SERVICES = new Set(['service', 'microservice', 'backendservice']);

/** Null if nothing that the model states reveals it. Names are a matter of their own: see {@link kindByName}. */
export function statedKind({ tags, words, technology = '', name }: ArchitectureElement): ComponentKind | null {
  const ofWord = kindsIn(words)[0];
  const ofTags = new Set(kindsIn(tags));
  if (ofWord !== undefined) return ofWord;
  // Tags are labels: two that say different things say nothing of what it is.
  const [ofTag] = ofTags;
  if (ofTag !== undefined && ofTags.size === 1) return ofTag;
  const ofProduct = productsIn(technology).find(({ kind }) => kind !== null)?.kind;
  const ofTechnology = ofProduct ?? FRAMEWORKS.find(([, pattern]) => pattern.test(technology))?.[0];
  if (ofTechnology !== undefined) return ofTechnology;
  return [...words, ...tags].some((word) => SERVICES.has(plain(word))) ? (kindByName(plain(name)) ?? 'WebAPI') : null;
}

function kindsIn(words: readonly string[]): ComponentKind[] {
  return words.flatMap((word) => BY_WORD.get(plain(word)) ?? []);
}

/** A guess by the name alone; null if it reveals nothing. */
export function kindByName(name: string): ComponentKind | null {
  const kind = productNamed(plain(name))?.kind ?? kindOfName(name);
  return kind === 'Other' ? null : kind;
}

/** The products that a technology names: `MySQL 8 and Redis`. Each once, in order. */
export function productsIn(technology: string): Product[] {
  const words = technology
    .slice(0, 500)
    .toLowerCase()
    .split(/[^a-z0-9.#+-]+/);
  const candidates = words.flatMap((word, place) => [`${word}-${words[place + 1] ?? ''}`, `${word}${words[place + 1] ?? ''}`, word]);
  return [...new Set(candidates.map((word) => productNamed(word)).filter((product) => product !== null))];
}

const RUNTIMES: readonly [Runtime, RegExp][] = [
  ['Serverless', /\b(?:lambda|serverless|cloud functions?|azure functions?|cloud run|fargate)\b/i],
  ['Managed', /\b(?:rds|aurora|elasticache|cloud sql|cosmos ?db|app service|dynamodb|sqs|sns|s3|kinesis|managed (?:service|database))\b/i],
  ['Containers', /\b(?:docker|kubernetes|k8s|containers?|pods?|openshift|ecs|eks|aks|gke|nomad|swarm)\b/i],
  ['BareMetal', /\b(?:bare ?metal|physical server|mainframe)\b/i],
  ['Vm', /\b(?:vm|vms|virtual machines?|ec2|compute engine|droplet|ubuntu|debian|red hat|rhel|centos|windows server)\b/i],
];

/** The runtime that the words around an instance say, the nearest node first; undefined if none says one. */
export function runtimeIn(texts: readonly string[]): Runtime | undefined {
  for (const text of texts) {
    const runtime = RUNTIMES.find(([, pattern]) => pattern.test(text))?.[0];
    if (runtime !== undefined) return runtime;
  }
  return undefined;
}

/** The runtime that an element names itself: `AWS Lambda`, `RDS`. */
export function ownRuntime({ tags, words, technology = '', name }: ArchitectureElement): Runtime | undefined {
  const runtime = runtimeIn([...tags, ...words, technology, name]);
  return runtime === 'Serverless' || runtime === 'Managed' ? runtime : undefined;
}

const EXTERNAL = /^(?:external(?:software)?(?:system|person)?|thirdparty(?:system)?|outofscope)$/;

/** Whether a tag or a kind says that another company runs it. */
export function isExternalWord(word: string): boolean {
  return EXTERNAL.test(plain(word));
}
