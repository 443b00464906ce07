/** From now on this process says nothing of warnings about the libraries' own code. */
export function silenceKnownWarnings(): void;
