// features: app
import { expect, test } from 'vitest'
import { keepOneShape, type TaskNode } from './one-shape-runner.ts'

const suite = (name: string, ...tests: string[]): TaskNode => ({
  name,
  mode: 'run',
  tasks: tests.map(one => ({ name: one, mode: 'run' })),
})
const listRemaining = ({ tasks = [] }: TaskNode) =>
  tasks.flatMap(({ name, tasks: inner }) =>
    (inner ?? []).filter(({ mode }) => mode === 'run').map(one => `${name}: ${one.name}`),
  )

const createFile = (): TaskNode => ({
  name: 'file',
  mode: 'run',
  tasks: [
    suite('the feed, phone, fr', 'comes', 'goes', 'has tabs'),
    suite('the feed, tablet, en', 'has tabs'),
    suite('the feed, wide, en', 'comes', 'goes', 'has tabs'),
    suite('the feed, tall, fr', 'has tabs'),
    suite('a letter, fr', 'is read', 'is thrown away'),
    suite('a letter, en', 'is read', 'is thrown away'),
    suite('alone', 'stays'),
  ],
})

test('keepOneShape runs each test in one of its shapes, and the next test of the file in the next shape', () => {
  const file = createFile()
  keepOneShape(file)
  expect(listRemaining(file)).toEqual([
    'the feed, phone, fr: comes',
    'the feed, wide, en: goes',
    'the feed, wide, en: has tabs',
    'a letter, fr: is thrown away',
    'a letter, en: is read',
    'alone: stays',
  ])
})

test('keepOneShape uses a given shape index for all tests of a file', () => {
  const file = createFile()
  keepOneShape(file, 5)
  expect(listRemaining(file)).toEqual([
    'the feed, tablet, en: has tabs',
    'the feed, wide, en: comes',
    'the feed, wide, en: goes',
    'a letter, en: is read',
    'a letter, en: is thrown away',
    'alone: stays',
  ])
})
