import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { AppFrame } from './AppFrame';

it('closes the navigation of a small screen after a link, even one to the page that is open', async () => {
  const { user } = renderInTenant(
    <AppFrame person={{ name: 'Ada', email: 'ada@example.com' }} memberships={[TENANT]} isSampleFolded={false}>
      Here
    </AppFrame>,
    { page: 'blast-radius' },
  );
  await user.click(screen.getByLabelText('Open the navigation'));
  await user.click(screen.getByRole('link', { name: 'Blast radius' }));
  expect(screen.getByLabelText('Open the navigation')).toBeTruthy();
});
