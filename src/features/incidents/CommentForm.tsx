/** The form that adds a comment to the timeline. */
'use client';

import { Button, Group, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { RefusalNote } from '@/client/RefusalNote';
import type { Incident } from '@/contract/incidents';
import type { IncidentActions } from './useIncidentActions';

export const COMMENT_ID = 'incident-comment';

export function CommentForm({ incident: { id }, comment }: { incident: Incident; comment: IncidentActions['comment'] }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const said = text.trim();
    if (said === '') return;
    setText('');
    // Restore the text if the server refuses it.
    comment.mutate({ id, text: said }, { onError: () => setText((since) => (since === '' ? said : `${said}\n${since}`)) });
  };
  return (
    <form onSubmit={submit} aria-label="Comment">
      <Textarea
        id={COMMENT_ID}
        label="Comment"
        placeholder="What you found or tried"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
        maxLength={4_000}
        autosize
        minRows={2}
      />
      {comment.error !== null && <RefusalNote error={comment.error} />}
      <Group mt="xs">
        <Button type="submit" variant="default" disabled={text.trim() === ''}>
          Add comment
        </Button>
      </Group>
    </form>
  );
}
