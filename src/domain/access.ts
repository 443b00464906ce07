/** Permissions: scopes, roles and the plan table. */
import { ROLES, type Plan, type Role, type Scope } from './vocabulary';

export interface PlanLimits {
  /** API keys, REST, MCP and webhooks. */
  hasApi: boolean;
  maximumDepth: number;
  signalsPerMinute: number;
  /** Limit of API requests per minute other than signals, for each key or person. */
  requestsPerMinute: number;
  components: number;
  hasRevenue: boolean;
  /** Saving scenarios and their runs. Evaluating a scenario is allowed on every plan. */
  savesScenarios: boolean;
  /** How many subscriptions of their own the members of a tenant may have together. */
  ownSubscriptions: number;
}

export const PLAN_LIMITS: Readonly<Record<Plan, PlanLimits>> = {
  Free: {
    hasApi: false,
    maximumDepth: 3,
    signalsPerMinute: 0,
    requestsPerMinute: 0,
    components: 100,
    hasRevenue: false,
    savesScenarios: false,
    ownSubscriptions: 50,
  },
  Team: {
    hasApi: false,
    maximumDepth: 5,
    signalsPerMinute: 0,
    requestsPerMinute: 0,
    components: 1_000,
    hasRevenue: false,
    savesScenarios: true,
    ownSubscriptions: 200,
  },
  Business: {
    hasApi: true,
    maximumDepth: 8,
    signalsPerMinute: 600,
    requestsPerMinute: 1_200,
    components: 20_000,
    hasRevenue: true,
    savesScenarios: true,
    ownSubscriptions: 1_000,
  },
  Enterprise: {
    hasApi: true,
    maximumDepth: 10,
    signalsPerMinute: 60_000,
    requestsPerMinute: 120_000,
    components: 1_000_000,
    hasRevenue: true,
    savesScenarios: true,
    ownSubscriptions: 2_000,
  },
};

/** What the operator of an installation allows a tenant beyond its plan; null keeps the limit of the plan. */
export interface RaisedLimits {
  signalsPerMinute: number | null;
  requestsPerMinute: number | null;
}

export const NOT_RAISED: RaisedLimits = { signalsPerMinute: null, requestsPerMinute: null };

/** The limits of a tenant. A raised limit never goes below that of the plan, and never adds a feature that the plan lacks. */
export function limitsOf(plan: Plan, raised: RaisedLimits): PlanLimits {
  const own = PLAN_LIMITS[plan];
  const most = (allowed: number, to: number | null): number => (allowed === 0 ? 0 : Math.max(allowed, to ?? 0));
  return {
    ...own,
    signalsPerMinute: most(own.signalsPerMinute, raised.signalsPerMinute),
    requestsPerMinute: most(own.requestsPerMinute, raised.requestsPerMinute),
  };
}

/** A person's limit of requests per minute: people use the browser on every plan. */
export const PERSON_REQUESTS_PER_MINUTE = 3_000;

export const HIGHEST_DEPTH = 10;

/** Anyone signed in may create tenants, on the Free plan; this is how many they may own at once. */
export const MOST_OWNED_TENANTS = 10;

export function isRoleAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** Whether a person with the role `acting` may invite, change or remove members with `role`: Admins up to Admin, Owners everyone. */
export function mayManageRole(acting: Role, role: Role): boolean {
  return isRoleAtLeast(acting, 'Admin') && isRoleAtLeast(acting, role);
}

/** The authenticated caller, with everything that decides what it may see. */
export interface Principal {
  type: 'key' | 'person';
  id: string;
  name: string;
  scopes: readonly Scope[];
  role: Role | null;
  canSeeRevenue: boolean;
}

/** Seeing revenue needs the plan, and either the key's own permission or a role that the tenant chose. */
export function mayPersonSeeRevenue(plan: Plan, role: Role, revenueVisibleTo: readonly Role[]): boolean {
  return PLAN_LIMITS[plan].hasRevenue && revenueVisibleTo.includes(role);
}

/** What a procedure requires of its caller. `scope: null` allows only people; 'any' allows every key, whatever its scopes. */
export interface Access {
  scope: Scope | 'any' | null;
  role: Role;
  /** Signals have their own limit per tenant, applied where they are stored. */
  limit?: 'requests' | 'signals';
  /** A question that is sent like a change, for its large body. */
  changesNothing?: true;
}

/** Whether a procedure is refused in a tenant that is read-only. */
export function isChange(type: 'query' | 'mutation' | 'subscription', { changesNothing }: Access): boolean {
  return type === 'mutation' && changesNothing !== true;
}
