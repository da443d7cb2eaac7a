import { describe, expect, it } from 'vitest';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { compileTinyWith, questionOf } from './tiny-form.ts';

/**
 * The block "pet" of the tiny form with two more questions: one depends on the kind for its list, one for its
 * visibility.
 */
const BREED = {
  title: 'Breed',
  dependsOn: {
    valueKey: 'kind',
    category: 'displayAndOptions',
    options: { cat: 'colors', dog: 'homes' },
  },
};
const LEASH = {
  title: 'On a Leash?',
  options: 'yes-no',
  dependsOn: { valueKey: 'kind', category: 'displayOnly', answers: ['dog'] },
};

function compileDependents(breed: object = BREED, node: object | string = 'breed'): CompiledPartner {
  return compileTinyWith({
    'blocks/pet.schema.json#/properties/breed': breed,
    'blocks/pet.schema.json#/properties/leash': LEASH,
    'blocks/pet.ui.json#/ui:layout/+8': node,
    'blocks/pet.ui.json#/ui:layout/+9': 'leash',
  });
}

const hasPets = { valueKey: 'has_pets', operator: 'equals', target: 'Y' };

describe('a dependent question', () => {
  it('is visible for the listed answers, with the keys of its instance', () => {
    const tiny = compileDependents();
    const isKind = { valueKey: 'pet_2_kind', operator: 'in', target: ['cat', 'dog'] };

    expect(questionOf(tiny, 'pet_2_breed')).toMatchObject({
      visibleWhen: { all: [hasPets, isKind] },
      dependsOn: { valueKey: 'pet_2_kind', lists: { cat: 'colors', dog: 'homes' } },
      widget: 'conditionalDropdown',
      companion: true,
      constraints: {},
    });
    expect(questionOf(tiny, 'pet_2_breed').options).toBeUndefined();
  });

  it('also requires its own condition in the layout', () => {
    const named = { valueKey: 'name', operator: 'answered' };
    const tiny = compileDependents(BREED, { question: 'breed', showWhen: named });
    const own = [
      { ...named, valueKey: 'pet_name' },
      { valueKey: 'pet_kind', operator: 'in', target: ['cat', 'dog'] },
    ];

    expect(questionOf(tiny, 'pet_breed').visibleWhen).toEqual({ all: [hasPets, ...own] });
    expect(tiny.definition.pages[1]?.clearing).toContainEqual({
      when: { not: { all: own } },
      keys: ['pet_breed'],
    });
  });

  it('is always visible if it is free text for other answers', () => {
    const breed = { ...BREED, dependsOn: { ...BREED.dependsOn, otherwise: 'text' } };
    expect(questionOf(compileDependents(breed), 'pet_breed')).toMatchObject({
      visibleWhen: { all: [hasPets, { valueKey: 'pet_kind', operator: 'answered' }] },
      dependsOn: { valueKey: 'pet_kind', lists: { cat: 'colors', dog: 'homes' }, otherwise: 'text' },
      widget: 'conditionalDropdown',
      companion: true,
      constraints: { maxLength: 45 },
    });
  });

  it('keeps its own options if only its visibility depends', () => {
    const tiny = compileDependents();
    expect(questionOf(tiny, 'pet_leash')).toMatchObject({
      visibleWhen: { all: [hasPets, { valueKey: 'pet_kind', operator: 'in', target: ['dog'] }] },
      dependsOn: { valueKey: 'pet_kind' },
      options: 'yes-no',
    });
    expect(questionOf(tiny, 'pet_leash').dependsOn).not.toHaveProperty('lists');
  });

  it('has its own condition in the layout, and is cleared while that is false', () => {
    const tiny = compileDependents();
    const pets = tiny.definition.pages.find(({ id }) => id === 'pets');
    const node = allNodes(pets?.layout ?? []).find(
      (each) => each.kind === 'question' && each.key === 'pet_leash',
    );

    expect(node).toEqual({
      kind: 'question',
      key: 'pet_leash',
      visibleWhen: { valueKey: 'pet_kind', operator: 'in', target: ['dog'] },
    });
    expect(pets?.clearing).toContainEqual({
      when: { valueKey: 'pet_kind', operator: 'notIn', target: ['dog'] },
      keys: ['pet_leash'],
    });
  });

  it('reports a wrong choice like any other choice', () => {
    const tiny = compileDependents();
    expect(questionOf(tiny, 'pet_breed').messages['enum']).toBe(
      'Pet 1: Breed must be one of the following values',
    );
  });
});
