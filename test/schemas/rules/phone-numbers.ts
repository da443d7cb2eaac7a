/**
 * A dial code, a number beside it, and whether it is right. Specification 5, "Phone": with the code of the United
 * States, which is that of a number without one, ten digits with an area code from 2 to 9; else 1 to 25 digits.
 */
export const phoneNumbers: readonly (readonly [code: string, number: string, isRight: boolean])[] = [
  ['', '3035550142', true],
  ['1', '2005550142', true],
  ['1', '9995550142', true],
  ['', '123', false],
  ['1', '123', false],
  ['1', '303555014', false],
  ['1', '30355501420', false],
  ['1', '1035550142', false],
  ['', '0035550142', false],
  ['', '(303) 555-0142', false],
  ['', '+13035550142', false],
  ['', '303 5550142', false],
  ['', '303555O142', false],
  ['', '٣٠٣٥٥٥٠١٤٢', false],
  ['44', '5', true],
  ['44', '0123', true],
  ['7', '1'.repeat(25), true],
  ['7', '1'.repeat(26), false],
  ['44', '(303) 555-0142', false],
  ['44', 'none', false],
];
