// What other screens show of the calendar, in one file: it is small, and comes after the first screen.
export { calendarFilterOf } from './calendar-days.ts'
export { CalendarAside } from './CalendarAside.tsx'
export { NextAround } from './NextAround.tsx'
export { AroundYou } from './components/AroundYou.tsx'
