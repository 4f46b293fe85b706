// The calendar parts that other screens show, in one lazily loaded file that comes after the first screen.
export { calendarFilterOf } from './calendar-days.ts'
export { CalendarAside } from './CalendarAside.tsx'
export { NextAround } from './NextAround.tsx'
export { AroundYou } from './components/AroundYou.tsx'
