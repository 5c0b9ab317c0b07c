// What is used of BullMQ and ioredis. The published command has it in it (scripts/bundle.mjs).

export { DelayedError, Queue, QueueEvents, Worker } from 'bullmq';
export { Redis } from 'ioredis';
