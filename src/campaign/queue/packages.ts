// The used parts of BullMQ and ioredis. The published command contains them (scripts/bundle.mjs).

export { DelayedError, Queue, QueueEvents, WaitingError, Worker } from 'bullmq';
export { Redis } from 'ioredis';
