import { Socket as DatagramSocket } from 'node:dgram';
import { Socket } from 'node:net';

function refuseConnection(): never {
  throw new Error('A conversion has no network.');
}

/** Removes what opens connections, for machines without network namespaces. */
export function closeNetwork(): void {
  Socket.prototype.connect = refuseConnection;
  DatagramSocket.prototype.connect = refuseConnection;
  DatagramSocket.prototype.send = refuseConnection;
  for (const name of ['fetch', 'WebSocket', 'EventSource'])
    Object.defineProperty(globalThis, name, { value: undefined });
}
