/** Why a preview or an apply did not come to pass, and the way on. */
import { Alert, Anchor, Button, Code, Text } from '@mantine/core';
import { isOutcomeUnknown } from '@/client/failure';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import type { PlanState } from './useManifestPlan';

export function PlanFailure({
  failure: { step, details },
  onPreview,
}: {
  failure: NonNullable<PlanState['failure']>;
  onPreview: () => void;
}) {
  const { tenantId } = useTenant();
  const isOutdated = step === 'apply' && details.code === 'digest_mismatch';
  // The service may well have done it, with only the answer lost.
  const isUnknown = step === 'apply' && isOutcomeUnknown(details.code);
  return (
    <Alert color={isOutdated ? 'yellow' : 'red'} variant="light" m="sm" role="alert" title={titleOf(step, isOutdated, isUnknown)}>
      <Text size="sm">{isOutdated ? 'Nothing was applied. Preview again to see what it would do now.' : details.message}</Text>
      {isUnknown && (
        <Text size="sm" mt={4}>
          The connection broke before the answer came. Look into the{' '}
          <Anchor component={PageLink} underline="always" href={pageHref(tenantId, 'manifest/history')}>
            history
          </Anchor>
          : if it stands there, it was applied, whole.
        </Text>
      )}
      {details.requestId !== null && (
        <Text size="xs" mt={4}>
          Request <Code>{details.requestId}</Code>
        </Text>
      )}
      <Button mt="sm" variant="default" onClick={onPreview}>
        {isOutdated ? 'Preview again' : 'Try the preview again'}
      </Button>
    </Alert>
  );
}

function titleOf(step: 'preview' | 'apply', isOutdated: boolean, isUnknown: boolean): string {
  if (isOutdated) return 'The landscape has changed since the preview';
  if (isUnknown) return 'Whether it was applied is not known';
  return step === 'apply' ? 'It was not applied' : 'The preview could not be made';
}
