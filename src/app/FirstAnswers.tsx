/** A page together with the answers to its first questions, so that it shows them before any script of it has run. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { headers } from 'next/headers';
import { Suspense, type ReactNode } from 'react';
import { PageReady, ReadyLater } from '@/client/PageReady';
import { answersForPage, type FirstQuestions } from '@/doors/browser/pageAnswers';

interface Props {
  tenantId: string;
  questions: FirstQuestions;
  /**
   * What stands there until the answers are known. Without it the whole page waits for them: then it can be read without any script, because
   * nothing has to be moved to its place.
   */
  meanwhile?: ReactNode;
  children: ReactNode;
}

export function FirstAnswers({ meanwhile, ...page }: Props) {
  if (meanwhile === undefined) return <Answered {...page} />;
  return (
    <Suspense
      fallback={
        <>
          <ReadyLater />
          {meanwhile}
        </>
      }
    >
      <Answered {...page} />
    </Suspense>
  );
}

async function Answered({ tenantId, questions, children }: Omit<Props, 'meanwhile'>) {
  const asked = new Headers(await headers());
  // Once the app runs, it asks for itself: its pages are there before their answers.
  const isOpening = asked.get('sec-fetch-dest') === 'document';
  const state = isOpening ? dehydrate(await answersForPage(tenantId, asked, questions)) : undefined;
  return (
    <HydrationBoundary state={state}>
      {children}
      <PageReady />
    </HydrationBoundary>
  );
}
