import { PGlite } from '@electric-sql/pglite';
import { writeFileSync, readFileSync } from 'node:fs';
let t = performance.now();
const lap = (n: string) => {
  console.log(n, Math.round(performance.now() - t));
  t = performance.now();
};
const a = await PGlite.create();
lap('create');
const blob = await a.dumpDataDir('none');
lap('dump ' + blob.size);
writeFileSync('/tmp/dump.tar', Buffer.from(await blob.arrayBuffer()));
lap('write');
const b = await PGlite.create({ loadDataDir: new Blob([readFileSync('/tmp/dump.tar')]) });
lap('load');
console.log((await b.query('select 1')).rows);
