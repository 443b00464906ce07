/** Everything wrong with the text, each with its position. Choosing one moves the cursor there. */
import { Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { Issue } from '@/domain/errors';
import { issueWords } from './editor/issueMarks';
import type { Problems } from './useManifestDraft';
import classes from './Workbench.module.css';

const MOST_SHOWN = 200;

export function ProblemList({ problems: { issues, omitted }, onChoose }: { problems: Problems; onChoose: (issue: Issue) => void }) {
  if (issues.length === 0) return null;
  const unlisted = omitted + Math.max(0, issues.length - MOST_SHOWN);
  return (
    <div className={classes.problems} role="region" aria-label="Problems" tabIndex={0}>
      {issues.slice(0, MOST_SHOWN).map((issue) => {
        const isWarning = issue.severity === 'warning';
        const Drawing = isWarning ? IconAlertTriangle : IconCircleX;
        return (
          <UnstyledButton
            key={`${issue.line ?? 0}:${issue.column ?? 0}:${issue.path}:${issue.message}`}
            className={classes.problem}
            onClick={() => onChoose(issue)}
          >
            <Drawing
              size={14}
              aria-label={isWarning ? 'Warning' : 'Error'}
              color={isWarning ? 'var(--state-Warning)' : 'var(--state-Outage)'}
            />
            <span className={classes.where}>{issue.line === undefined ? '–' : `${issue.line}:${issue.column ?? 1}`}</span>
            <span style={{ overflowWrap: 'anywhere' }}>{issueWords(issue)}</span>
          </UnstyledButton>
        );
      })}
      {unlisted > 0 && (
        <Text size="xs" c="dimmed" px="sm" py={4}>
          And {unlisted.toLocaleString('en')} more.
        </Text>
      )}
    </div>
  );
}
