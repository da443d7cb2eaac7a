import { expect, type Page } from '@playwright/test';
import type { FormState } from '#form/definition/definition.ts';
import type { FormAnswers } from '#generated/answers.ts';

/** An application of the shipped form, typed, so that renaming a question fails to compile. */
type Seed = Pick<FormState, 'tabs' | 'counts'> & { readonly answers: Partial<FormAnswers> };

/** Saves an application for the logged-in student, as a starting point of journeys. */
export async function seedApplication(page: Page, { answers, tabs, counts }: Seed): Promise<void> {
  const calls = [
    ['/api/answer', { answer: answers }] as const,
    ...Object.entries(tabs).map(([tab_id, chosen_tab]) => ['/api/tabs', { tab_id, chosen_tab }] as const),
    ...Object.entries(counts).map(
      ([button_id, num_components]) => ['/api/add-another', { button_id, num_components }] as const,
    ),
  ];
  for (const [path, data] of calls) {
    const response = await page.request.put(path, { data, headers: { 'sec-fetch-site': 'same-origin' } });
    expect(response.status(), await response.text()).toBe(200);
  }
}
