// bull-board for the queues of diptych, on http://localhost:3000: what waits, who works, what came back; nothing can be changed there.
// npm install @bull-board/api@9.10.1 @bull-board/express@9.10.1 express@5.3.0 bullmq@6.7.0 ioredis@6.0.0
// DIPTYCH_REDIS=redis://... node board.mjs, once there has been a campaign
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { Queue } from 'bullmq';
import express from 'express';
import { Redis } from 'ioredis';

const connection = new Redis(process.env.DIPTYCH_REDIS, { maxRetriesPerRequest: null });
const names = (await connection.keys('diptych:jobs-*:meta')).map((key) => key.split(':')[1]);
const serverAdapter = new ExpressAdapter();
const queues = names.map(
  (name) => new BullMQAdapter(new Queue(name, { connection, prefix: 'diptych' }), { readOnlyMode: true }),
);
createBullBoard({ queues, serverAdapter });
express().use('/', serverAdapter.getRouter()).listen(3000);
