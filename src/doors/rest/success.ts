/** Sends a success: JSON, a file or a feed, with ETag and Location if the route has them. */
import { entityTag, scenarioTag, snapshotTag, windowTag } from '@/contract/etag';
import { FEED_HEADERS, type FeedAnswer } from '@/contract/events';
import type { FileAnswer } from '@/contract/fileAnswer';
import type { Scenario } from '@/contract/savedScenarios';
import type { ApiResponse } from '@/doors/http/apiRequest';
import { commonHeaders, type Call } from '@/doors/http/reply';
import { jsonBody } from './jsonBody';
import type { Route } from './routes';

export async function success(call: Call, route: Route, data: unknown): Promise<ApiResponse> {
  const headers = commonHeaders(call);
  const { facts } = route;
  if (facts.hasETag === true) {
    const tag = tagOf(data as Tagged, call.reply.canSeeRevenue === true);
    headers.ETag = tag;
    if (facts.method === 'GET' && isNoneMatch(call.request.header('if-none-match'), tag)) return { status: 304, headers, body: null };
  }
  if (facts.location !== undefined) {
    const filled = facts.location.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
      encodeURIComponent((data as Record<string, string>)[field] ?? ''),
    );
    headers.Location = `/api/${call.tenantId.toLowerCase()}${filled}`;
  }
  if (facts.answersFile !== undefined || (facts.alsoAnswersFile !== undefined && isFile(data))) return file(headers, data as FileAnswer);
  if (facts.answersFeed === true) return feed(call, headers, data as FeedAnswer);
  headers['Content-Type'] = 'application/json; charset=utf-8';
  return { status: facts.status ?? 200, headers, body: await jsonBody(call, data) };
}

interface Tagged {
  version: number;
  landscapeVersion?: number;
  pendingSignals?: number;
  status?: string;
  missing?: unknown;
}

function tagOf(data: Tagged, canSeeRevenue: boolean): string {
  const { version, landscapeVersion, pendingSignals, status } = data;
  if (data.missing !== undefined) return scenarioTag(data as Scenario & Tagged);
  if (status !== undefined) return windowTag({ version, status }, canSeeRevenue);
  const isMoment = landscapeVersion !== undefined && pendingSignals !== undefined;
  return isMoment ? snapshotTag({ version, landscapeVersion, pendingSignals }, canSeeRevenue) : entityTag(version, canSeeRevenue);
}

function isFile(data: unknown): data is FileAnswer {
  return typeof data === 'object' && data !== null && 'contentType' in data;
}

function file(headers: Record<string, string>, { contentType, fileName, content, headers: own }: FileAnswer): ApiResponse {
  const described = { ...headers, ...own, 'Content-Type': contentType, 'Content-Disposition': `attachment; filename="${fileName}"` };
  return { status: 200, headers: described, body: content };
}

/** A stream that no proxy may buffer, compress or store. HEAD opens nothing. */
function feed({ request }: Call, headers: Record<string, string>, { open }: FeedAnswer): ApiResponse {
  const described = { ...headers, ...FEED_HEADERS };
  return { status: 200, headers: described, body: request.method === 'HEAD' ? null : open() };
}

/** Weak comparison, as RFC 9110 requires for If-None-Match. */
function isNoneMatch(header: string | null, tag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((part) => {
    const stated = part.trim();
    return stated === '*' || stated === tag || stated === `W/${tag}`;
  });
}
