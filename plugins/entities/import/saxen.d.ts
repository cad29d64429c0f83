/** The part of saxen, which has no types, that the check of a workbook uses. */
declare module 'saxen' {
  type Decode = (text: string) => string;
  export class Parser {
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'openTag', listener: (name: string, attributes: () => Record<string, string>, decode: Decode) => void): this;
    on(event: 'closeTag', listener: (name: string) => void): this;
    write(xml: string): this;
    end(): void;
  }
}
