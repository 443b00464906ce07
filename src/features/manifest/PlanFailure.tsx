/** Why a preview or apply failed, and what to do next. */
import { Alert, Anchor, Button, Code, Text } from '@mantine/core';
import { isOutcomeUnknown } from '@/client/failure';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import type { PlanFault } from './useManifestPlan';

interface Props {
  failure: PlanFault;
  onPreview(): void;
}

export function PlanFailure({ failure: { step, details }, onPreview }: Props) {
  const { tenantId } = useTenant();
  const isOutdated = step === 'apply' && details.code === 'digest_mismatch';
  // The server may have applied it even though the answer was lost.
  const isUnknown = step === 'apply' && isOutcomeUnknown(details.code);
  return (
    <Alert color={isOutdated ? 'yellow' : 'red'} variant="light" m="sm" role="alert" title={titleOf(step, isOutdated, isUnknown)}>
      <Text size="sm">{isOutdated ? 'Nothing was applied. Preview again to see what it would do now.' : details.message}</Text>
      {isUnknown && (
        <Text size="sm" mt={4}>
          The connection broke before the answer arrived. Look in the{' '}
          <Anchor component={PageLink} underline="always" href={pageHref(tenantId, 'manifest/history')}>
            history
          </Anchor>
          : if it is listed there, all of it was applied.
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

function titleOf(step: PlanFault['step'], isOutdated: boolean, isUnknown: boolean): string {
  if (isOutdated) return 'The landscape has changed since the preview';
  if (isUnknown) return 'It is not known whether it was applied';
  return step === 'apply' ? 'It was not applied' : 'The preview failed';
}
