import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuditTrail } from '#server/audit/audit-trail.ts';
import type { OperationOf } from '#server/operator/operation-schemas.ts';
import { rotateSecret } from '#server/operator/rotate-secret.ts';
import { createAddressIds } from '#server/lookup/address/address-source.ts';
import { systemRandomness } from '#server/http/secret-token.ts';
import type { Storage } from '#server/database/database.ts';
import { createDiskFiles, UPLOAD_PATH } from '#server/files/disk-files.ts';
import { readServerSecret, type StoredSecret } from '#server/database/server-secret.ts';
import { createTestApp, ORIGIN, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { fileOf, postForm, presign } from './document-client.ts';
import { documentQuestionnaire } from './document-form.ts';
import { lastCode, logIn, signUp, StudentClient } from './student-client.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

type Node = { readonly server: TestApp; readonly secret: StoredSecret };

const PLACE = { city: 'Denver', state: 'CO', zip: '80202', country: 'US' };
const ADDRESS = { ...PLACE, address_line_1: '1 Main St', address_line_2: '' };

describe.each(testEngines)('a rotated secret, on $engine', ({ open }) => {
  let storage: Storage;
  const folder = suiteFolder();
  let one: Node;
  let other: Node;

  async function startNode(): Promise<Node> {
    const secret = await readServerSecret(storage.db, systemRandomness);
    const clock = () => server.now();
    const files = createDiskFiles({ folder, secret, uploadUrl: () => ORIGIN + UPLOAD_PATH, clock });
    const questionnaire = documentQuestionnaire();
    const server: TestApp = await createTestApp({ storage, secret, files, questionnaire });
    return { server, secret };
  }

  beforeAll(async () => {
    storage = await open();
    one = await startNode();
    other = await startNode();
  });
  afterAll(async () => {
    await other.server.app.close();
    await one.server.close();
  });

  const rotate = (mode: OperationOf<'rotate-secret'>['mode'] = 'rotate') => {
    const audit = createAuditTrail(storage.db, () => one.server.now());
    const parts = { db: storage.db, files: one.server.files, random: systemRandomness, audit };
    return rotateSecret(parts, { kind: 'rotate-secret', mode });
  };

  /** Moves time forward for the database. */
  const passMinutes = (minutes: number) =>
    sql`update server_secret set signs_from = signs_from - make_interval(mins => ${minutes}),
      valid_until = valid_until - make_interval(mins => ${minutes})`.execute(storage.db);

  async function confirmed(student: StudentClient, node: Node, username: string, sentBy = node) {
    const code = lastCode(sentBy.server, username);
    return (await student.copy(node.server.app).call('POST', '/public/confirm', { username, code })).status;
  }

  /** Whether the owner can log in on it after a stranger's tries. */
  async function isKnown(student: StudentClient, node: Node, username: string): Promise<boolean> {
    const { app } = node.server;
    for (let guess = 0; guess < 7; guess += 1)
      await new StudentClient(app).logIn(username, 'Wrong-Password-1');
    return (await student.copy(app).logIn(username)).status === 200;
  }

  test('breaks no session, code, upload, known device, address or pending change', async () => {
    const username = 'ada@example.org';
    const ada = await logIn(one.server, username);
    const profile = await ada.call('GET', '/api/profile');
    const form = await presign(ada, 'passport');
    const waiting = await signUp(one.server, 'waiting@example.org');
    const id = createAddressIds(one.secret).sign(ADDRESS);
    await rotate();
    await passMinutes(6);
    for (const node of [one, other]) await node.secret.reread();
    expect(await confirmed(waiting, other, 'waiting@example.org', one)).toBe(200);
    expect(await postForm(other.server, form, fileOf('pdf'))).toEqual({ status: 204, message: undefined });
    expect(createAddressIds(other.secret).read(id)).toMatchObject(ADDRESS);
    const after = await ada.copy(other.server.app).call('GET', '/api/profile');
    expect(after.body['storage_key']).toBe(profile.body['storage_key']);
    expect(await isKnown(ada, other, username)).toBe(true);
  });

  test('signs once every server has it, and before one rereads it', async () => {
    expect(await rotate()).toMatch(/^A new version of the secret signs in 5 minutes\. /);
    const pending = one.secret.sign('a message');
    for (const node of [one, other]) await node.secret.reread();
    expect(one.secret.sign('a message')).toEqual(pending);
    await passMinutes(6);
    await one.secret.reread();
    expect(one.secret.sign('a message')).not.toEqual(pending);
    const bob = await signUp(one.server, 'bob@example.org');
    expect(await confirmed(bob, other, 'bob@example.org', one)).toBe(200);
    const form = await presign(await logIn(one.server, 'cleo@example.org'), 'passport');
    expect((await postForm(other.server, form, fileOf('pdf'))).status).toBe(204);
  });

  test('is the same for a server that starts later', async () => {
    const late = await readServerSecret(storage.db, systemRandomness);
    expect(late.sign('a message')).toEqual(one.secret.sign('a message'));
    expect(late.derive('a message')).toEqual(one.secret.derive('a message'));
  });

  test('signs nothing valid anymore once leaked', async () => {
    const form = await presign(await logIn(one.server, 'dora@example.org'), 'passport');
    const eve = await signUp(one.server, 'eve@example.org');
    await rotate('leaked');
    for (const node of [one, other]) await node.secret.reread();
    expect((await postForm(other.server, form, fileOf('pdf'))).status).toBe(403);
    expect(await confirmed(eve, one, 'eve@example.org')).toBe(422);
    const again = await signUp(other.server, 'fay@example.org');
    expect(await confirmed(again, one, 'fay@example.org', other)).toBe(200);
  });

  test('stays valid for a year after the next, as long cookies need', async () => {
    const signature = one.secret.sign('a device');
    await rotate();
    await passMinutes(365 * 24 * 60);
    await other.secret.reread();
    expect(other.secret.isSigned('a device', signature)).toBe(true);
    await passMinutes(2 * 24 * 60);
    await other.secret.reread();
    expect(other.secret.isSigned('a device', signature)).toBe(false);
  });
});
