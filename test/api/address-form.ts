import { readStandardLists } from '#test/support/compiled-form.ts';
import { form, page, question } from '#test/form/build-definition.ts';

const address = ['country', 'state', 'address_line_1', 'city', 'zip'];

/** Asks for an address of any country: its state is one of a list in two of them. */
export const addressForm = form(
  [
    page(
      address.map((key) =>
        question(key, {
          ...(key === 'country' && { options: 'countries' }),
          ...(key === 'state' && {
            dependsOn: {
              valueKey: 'country',
              lists: { USA: 'us-states', CAN: 'canadian-provinces' },
              otherwise: 'text',
            },
          }),
          ...(key === 'address_line_1' && {
            widget: 'addressLookup',
            lookup: { category: 'address', fills: Object.fromEntries(address.map((each) => [each, each])) },
          }),
        }),
      ),
    ),
  ],
  { options: readStandardLists() },
);
