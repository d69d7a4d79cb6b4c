// The layout of rule texts: ends of lines, blocks that are further in, and the indentation with which a text begins.
//
// The grammar asks for these tokens where they may stand. All are empty: the blanks and comments around them belong to nothing.
// In brackets no line ends, since the grammar asks for no end there.

#include "tree_sitter/parser.h"

#include <stdlib.h>

enum { NEWLINE, INDENT, DEDENT, BASE, TOKENS };

enum { DEEPEST = 64, TAB = 4 };

// The indentations of the blocks around this place, the outermost first.
typedef struct {
  uint16_t margins[DEEPEST];
  uint8_t count;
} Scanner;

void *tree_sitter_ruledsl_external_scanner_create(void) { return calloc(1, sizeof(Scanner)); }

void tree_sitter_ruledsl_external_scanner_destroy(void *payload) { free(payload); }

unsigned tree_sitter_ruledsl_external_scanner_serialize(void *payload, char *buffer) {
  const Scanner *scanner = payload;
  for (unsigned i = 0; i < scanner->count; i++) {
    buffer[2 * i] = (char)(scanner->margins[i] & 0xff);
    buffer[2 * i + 1] = (char)(scanner->margins[i] >> 8);
  }
  return 2u * scanner->count;
}

void tree_sitter_ruledsl_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Scanner *scanner = payload;
  scanner->count = (uint8_t)(length / 2);
  for (unsigned i = 0; i < scanner->count; i++) {
    scanner->margins[i] = (uint16_t)((uint8_t)buffer[2 * i] | (uint8_t)buffer[2 * i + 1] << 8);
  }
}

typedef struct {
  bool ended;      // a line ended on the way
  uint16_t margin; // the indentation of the next words
} Way;

// Goes over blanks, and behind the end of a line over comments, to the next words.
static Way to_next_words(TSLexer *lexer) {
  Way way = {false, (uint16_t)lexer->get_column(lexer)};
  for (;;) {
    if (lexer->eof(lexer)) {
      way.ended = true;
      way.margin = 0;
      return way;
    }
    switch (lexer->lookahead) {
    case '\n':
      way.ended = true;
      way.margin = 0;
      break;
    case '\t':
      way.margin += TAB - way.margin % TAB;
      break;
    case ' ':
      way.margin++;
      break;
    case '\r':
      break;
    case '#':
      while (!lexer->eof(lexer) && lexer->lookahead != '\n') {
        lexer->advance(lexer, true);
      }
      continue;
    default:
      return way;
    }
    lexer->advance(lexer, true);
  }
}

bool tree_sitter_ruledsl_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Scanner *scanner = payload;
  // All are valid only behind an error: the next words say then how to go on.
  if (valid[BASE] && valid[INDENT]) {
    return false;
  }
  lexer->mark_end(lexer);
  const Way way = to_next_words(lexer);
  if (valid[BASE]) {
    scanner->margins[0] = way.margin;
    scanner->count = 1;
    lexer->result_symbol = BASE;
    return true;
  }
  if (!way.ended || scanner->count == 0) {
    return false;
  }
  const uint16_t inner = scanner->margins[scanner->count - 1];
  if (valid[INDENT] && way.margin > inner && scanner->count < DEEPEST) {
    scanner->margins[scanner->count++] = way.margin;
    lexer->result_symbol = INDENT;
    return true;
  }
  if (valid[DEDENT] && way.margin < inner && scanner->count > 1) {
    scanner->count--;
    lexer->result_symbol = DEDENT;
    return true;
  }
  if (valid[NEWLINE]) {
    lexer->result_symbol = NEWLINE;
    return true;
  }
  return false;
}
