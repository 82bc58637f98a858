// The time in this Discord: the real one, set ahead by the stage manager.

export const clock = {
  ahead: 0, // milliseconds
  now() { return Date.now() + this.ahead; },
};
