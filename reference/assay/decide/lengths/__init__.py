"""Every length and every real answer: privacy of programs that read a stream, by alignments."""
